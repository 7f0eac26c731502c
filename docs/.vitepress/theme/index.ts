import theme from "vitepress/theme";
import "../../site/paced-run.css";
import "./home.css";
import "./style.css";

// biome-ignore lint/style/noDefaultExport: VitePress asks for one
export default theme;
