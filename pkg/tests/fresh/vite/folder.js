import { configure } from "podlab";

// Vite serves what is in `public` as it is, and the package's `dist` was copied there.
configure({ base: "/podlab/dist/" });
