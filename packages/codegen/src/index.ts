export { type SdkName, sdkName } from "./emit/sdk-name.ts";
