import { withBase } from "vitepress";
import theme from "vitepress/theme";
import { h } from "vue";
import "../../site/paced-run.css";
import "./home.css";
import { listenInPages } from "./in-page.ts";
import "./operation.css";
import "./style.css";

/** Of the default theme, this page alone has no landmark for its text. */
const notFound = () =>
  h("main", { class: "not-found" }, [
    h("h1", "Page not found"),
    h("p", ["There is no page at this address. ", h("a", { href: withBase("/") }, "Home")]),
  ]);

// biome-ignore lint/style/noDefaultExport: VitePress asks for one
export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { "not-found": notFound }),
  enhanceApp() {
    if (typeof document !== "undefined") listenInPages();
  },
};
