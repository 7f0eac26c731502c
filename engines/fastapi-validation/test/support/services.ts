import { dialectOf } from "@svc/schema";
import type { Service } from "../../src/service.ts";

/** A service of FastAPI without schemas, and one of another make. */
export const FASTAPI: Service = { schemas: {}, dialect: dialectOf({ HTTPValidationError: { schema: {} } }) };
export const OTHER: Service = { schemas: {}, dialect: dialectOf({}) };
