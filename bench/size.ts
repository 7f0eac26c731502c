import { gzipSync } from "node:zlib";
import { bundle } from "../scripts/toolkit/bundle.ts";
import type { Report } from "./report.ts";

const CALL = "console.log(await client)";

/** One minimal use of each, as an application would bundle it. */
const ENTRIES: { readonly [name: string]: string } = {
  "openapi-fetch": 'import createClient from "openapi-fetch"; const client = createClient({}).GET("/");',
  "@svc/client": 'import { createSvcClient } from "@svc/client"; const client = createSvcClient({}).raw.GET("/");',
  "@svc/client with oauth2Password":
    'import { createSvcClient, oauth2Password } from "@svc/client"; const client = createSvcClient({ auth: oauth2Password({}) }).raw.GET("/");',
  "@svc/client with its downloads":
    'import { createSvcClient } from "@svc/client"; import * as downloads from "@svc/client/downloads"; const svc = createSvcClient({}); const client = Object.values(downloads).map((download) => download(svc, ""));',
  "@svc/client with redisRateLimit (Redis client not counted)":
    'import { createSvcClient } from "@svc/client"; import { redisRateLimit } from "@svc/client/redis"; const client = createSvcClient({ rateLimit: redisRateLimit({ client: {} }) }).raw.GET("/");',
  "@svc/client, createPolicyFetch alone":
    'import { createPolicyFetch } from "@svc/client"; const client = createPolicyFetch({})("/");',
  "@svc/client/policies: deadline, retry, authenticate":
    'import { compose, deadline, retry, authenticate } from "@svc/client/policies"; const client = compose([retry(), deadline(), authenticate({})])("/");',
  "@svc/client/policies: the same with pace":
    'import { compose, deadline, retry, authenticate, pace } from "@svc/client/policies"; const client = compose([retry(), pace(), deadline(), authenticate({})])("/");',
  ky: 'import ky from "ky"; const client = ky.get("/").json();',
  ofetch: 'import { ofetch } from "ofetch"; const client = ofetch("/");',
  axios: 'import axios from "axios"; const client = axios.get("/");',
  "@octokit/core": 'import { Octokit } from "@octokit/core"; const client = new Octokit().request("GET /");',
  openai: 'import OpenAI from "openai"; const client = new OpenAI().models.list();',
};

export async function run(): Promise<Report> {
  const rows = [];
  for (const [name, source] of Object.entries(ENTRIES)) {
    const code = await bundle(`${source}\n${CALL}`, import.meta.dirname);
    rows.push([name, code.length, gzipSync(code, { level: 9 }).length]);
  }
  return {
    name: "size",
    title: "Size in a browser bundle",
    method: "esbuild, one minimal call with all its imports, minified, ES2022; bytes.",
    columns: ["package", "min", "min + gzip"],
    rows,
  };
}
