declare module "*.yaml" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: esbuild's loader of texts exports so
  export default text;
}
