import { createQuerySerializer, defaultBodySerializer, defaultPathSerializer } from "openapi-fetch";
import type { RawSerializers } from "../extras.ts";

/** openapi-fetch's own serializers: lists and objects in any style, and bodies. */
export const rawSerializers: RawSerializers = {
  path: defaultPathSerializer,
  query: createQuerySerializer,
  body: defaultBodySerializer as RawSerializers["body"],
};
