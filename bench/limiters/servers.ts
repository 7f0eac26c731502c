import "reflect-metadata";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fastifyRateLimit from "@fastify/rate-limit";
import { createAdaptorServer } from "@hono/node-server";
import { Controller, Get, Module } from "@nestjs/common";
import { APP_GUARD, NestFactory } from "@nestjs/core";
import { ThrottlerGuard, ThrottlerModule } from "@nestjs/throttler";
import { Ratelimit } from "@upstash/ratelimit";
import express from "express";
import { type Options, rateLimit } from "express-rate-limit";
import fastify from "fastify";
import { Hono } from "hono";
import { rateLimiter } from "hono-rate-limiter";
import { Redis } from "ioredis";
import Koa from "koa";
import koaRateLimit from "koa-ratelimit";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { startRedis } from "../../packages/client/test/redis/redis-server.ts";
import { type Limited, startNginx } from "./nginx.ts";

export const LIMIT = 25;
export const WINDOW_MS = 2000;
/** The path that the clients of `pacing/clients.ts` ask for. */
export const PATH = "/x";
const BODY = { items: [] };

/** How long so many calls take at least, in milliseconds. */
export type Shortest = (calls: number) => number;

const ofWindows: Shortest = (calls) => (Math.ceil(calls / LIMIT) - 1) * WINDOW_MS;

/** Listens on a free port of loopback and counts refusals. */
async function serve(server: Server, close: () => unknown = () => {}): Promise<Limited> {
  let refused = 0;
  server.prependListener("request", (_, response) =>
    response.on("finish", () => {
      if (response.statusCode === 429 || response.statusCode === 503) refused++;
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: () => refused,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await close();
    },
  };
}

function expressWith(options: Partial<Options>): Promise<Limited> {
  const app = express();
  app.use(rateLimit({ windowMs: WINDOW_MS, limit: LIMIT, ...options }));
  app.use((_, response) => void response.json(BODY));
  return serve(createServer(app));
}

async function fastifyWith(options: object): Promise<Limited> {
  const app = fastify();
  await app.register(fastifyRateLimit, { max: LIMIT, timeWindow: WINDOW_MS, ...options });
  app.get("/*", async () => BODY);
  await app.ready();
  return serve(app.server, () => app.close());
}

function hono(): Promise<Limited> {
  const app = new Hono();
  app.use(rateLimiter({ windowMs: WINDOW_MS, limit: LIMIT, keyGenerator: () => "everybody" }) as never);
  app.get("/*", (context) => context.json(BODY));
  return serve(createAdaptorServer({ fetch: app.fetch }) as Server);
}

function koa(): Promise<Limited> {
  const app = new Koa();
  app.use(koaRateLimit({ driver: "memory", db: new Map(), duration: WINDOW_MS, max: LIMIT, id: () => "everybody" }));
  app.use((context) => {
    context.body = BODY;
  });
  return serve(createServer(app.callback()));
}

/** As its documentation sets the headers. */
function flexible(): Promise<Limited> {
  const limiter = new RateLimiterMemory({ points: LIMIT, duration: WINDOW_MS / 1000 });
  return serve(
    createServer(async (_, response) => {
      const tell = ({ remainingPoints, msBeforeNext }: RateLimiterRes): void => {
        response.setHeader("retry-after", msBeforeNext / 1000);
        response.setHeader("x-ratelimit-limit", LIMIT);
        response.setHeader("x-ratelimit-remaining", remainingPoints);
        response.setHeader("x-ratelimit-reset", Math.ceil((Date.now() + msBeforeNext) / 1000));
      };
      try {
        tell(await limiter.consume("everybody"));
      } catch (refusal) {
        tell(refusal as RateLimiterRes);
        response.statusCode = 429;
      }
      response.setHeader("content-type", "application/json").end(JSON.stringify(BODY));
    }),
  );
}

/** Decorators are called by hand: Node.js strips types, and no decorators. */
async function nest(): Promise<Limited> {
  class AppController {
    answer(): typeof BODY {
      return BODY;
    }
  }
  const { prototype } = AppController;
  Get(PATH)(prototype, "answer", Object.getOwnPropertyDescriptor(prototype, "answer") as never);
  Controller()(AppController);
  class AppModule {}
  Module({
    imports: [ThrottlerModule.forRoot([{ ttl: WINDOW_MS, limit: LIMIT }])],
    controllers: [AppController],
    providers: [{ provide: APP_GUARD, useClass: ThrottlerGuard }],
  })(AppModule);
  const app = await NestFactory.create(AppModule, { logger: false });
  await app.init();
  return serve(app.getHttpServer() as Server, () => app.close());
}

/** Upstash's scripts run in a Redis on loopback instead of behind its HTTP interface. */
async function upstash(): Promise<Limited> {
  const server = await startRedis();
  const client = new Redis(server.port, "127.0.0.1");
  const redis = {
    // Redis before 8 does not know the flag that Upstash's scripts begin with.
    eval: (script: string, keys: string[], args: unknown[]) =>
      client.eval(script.replace(/^#!.*\n/, ""), keys.length, ...keys, ...args.map(String)),
    evalsha: (sha: string, keys: string[], args: unknown[]) =>
      client.evalsha(sha, keys.length, ...keys, ...args.map(String)),
  };
  const limiter = new Ratelimit({
    redis: redis as never,
    limiter: Ratelimit.fixedWindow(LIMIT, `${WINDOW_MS} ms`),
    ephemeralCache: false,
  });
  return serve(
    createServer(async (_, response) => {
      const { success, limit, remaining, reset } = await limiter.limit("everybody");
      response.writeHead(success ? 200 : 429, {
        "content-type": "application/json",
        "x-ratelimit-limit": limit,
        "x-ratelimit-remaining": remaining,
        "x-ratelimit-reset": reset,
      });
      response.end(JSON.stringify(BODY));
    }),
    async () => {
      client.disconnect();
      await server.close();
    },
  );
}

/** Twenty in line behind the first, and twenty per second. */
const ofNginx: Shortest = (calls) => ((calls - 21) / 20) * 1000;

/** Every server by name, and how long calls take at least. */
export const SERVERS: { readonly [name: string]: readonly [start: () => Promise<Limited>, shortest: Shortest] } = {
  "express-rate-limit, legacy": [() => expressWith({ legacyHeaders: true, standardHeaders: false }), ofWindows],
  "express-rate-limit, draft 6": [() => expressWith({ legacyHeaders: false, standardHeaders: "draft-6" }), ofWindows],
  "express-rate-limit, draft 7": [() => expressWith({ legacyHeaders: false, standardHeaders: "draft-7" }), ofWindows],
  "express-rate-limit, draft 8": [() => expressWith({ legacyHeaders: false, standardHeaders: "draft-8" }), ofWindows],
  "express-rate-limit, Retry-After alone": [
    () =>
      expressWith({
        legacyHeaders: false,
        standardHeaders: false,
        handler: (_, response) => void response.status(429).set("retry-after", "2").end(),
      }),
    ofWindows,
  ],
  Fastify: [() => fastifyWith({}), ofWindows],
  "Fastify, draft": [() => fastifyWith({ enableDraftSpec: true }), ofWindows],
  "hono-rate-limiter": [hono, ofWindows],
  "koa-ratelimit": [koa, ofWindows],
  "rate-limiter-flexible": [flexible, ofWindows],
  "NestJS throttler": [nest, ofWindows],
  "Upstash over Redis": [upstash, ofWindows],
  "nginx limit_req (503)": [() => startNginx("burst=20"), ofNginx],
  "nginx limit_req, nodelay (503)": [() => startNginx("burst=20 nodelay"), ofNginx],
  "nginx limit_req (503, Retry-After)": [() => startNginx("burst=20", "add_header Retry-After 1 always;"), ofNginx],
};
