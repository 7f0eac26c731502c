import { createRelay } from "./relay.ts";
import { createSvcClient } from "./sdk/client/index.ts";

const server = createRelay(createSvcClient());
server.listen(Number(process.env.PORT ?? 8080), () => {
  console.log(server.address());
});
