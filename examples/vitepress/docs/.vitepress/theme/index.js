import DefaultTheme from "vitepress/theme";
import "./podlab.css";

export default DefaultTheme;
