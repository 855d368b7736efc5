// mdBook writes plain scripts into its pages; the element is a module, in src/podlab.
import("./podlab/podlab.js");
