import assert from "node:assert/strict";
import { API } from "@discordjs/core/http-only";
import { DiscordAPIError, REST } from "@discordjs/rest";

const SNOWFLAKE = /^[1-9]\d{14,19}$/;
const CHANNEL = "1098765432109876543";
const GUILD = "1098765432109876544";
const APPLICATION = "1098765432109876545";

const hasStatus = (status) => (error) => {
  assert.ok(error instanceof DiscordAPIError, String(error));
  assert.equal(error.status, status);
  return true;
};

/** @type {import("../program.ts").Program} */
export async function calls({ url, call }) {
  const rest = new REST({ version: "10", api: `${url}/api`, retries: 0 }).setToken("token");
  const discord = new API(rest);
  let message;

  await call("users.getCurrent has a snowflake", async () => {
    assert.match((await discord.users.getCurrent()).id, SNOWFLAKE);
  });

  await call("channels.createMessage", async () => {
    message = await discord.channels.createMessage(CHANNEL, { content: "Hello" });
    assert.deepEqual([message.content, message.channel_id], ["Hello", CHANNEL]);
    assert.match(message.id, SNOWFLAKE);
  });

  await call("channels.getMessage", async () => {
    const { content, id } = await discord.channels.getMessage(CHANNEL, message.id);
    assert.deepEqual([content, id], ["Hello", message.id]);
  });

  await call("channels.editMessage", async () => {
    await discord.channels.editMessage(CHANNEL, message.id, { content: "Bye" });
    assert.equal((await discord.channels.getMessage(CHANNEL, message.id)).content, "Bye");
  });

  await call("channels.getMessages has it", async () => {
    const messages = await discord.channels.getMessages(CHANNEL, { limit: 50 });
    assert.ok(messages.some(({ id }) => id === message.id));
  });

  await call("channels.createMessage with a file and JSON beside it", async () => {
    const files = [{ name: "a.txt", data: Buffer.from("hello"), contentType: "text/plain" }];
    const sent = await discord.channels.createMessage(CHANNEL, { content: "See", files });
    assert.equal(sent.content, "See");
    assert.equal(sent.attachments[0]?.filename, "a.txt");
  });

  await call("reactions are added, without an answer", async () => {
    assert.equal((await discord.channels.addMessageReaction(CHANNEL, message.id, "👍")) ?? undefined, undefined);
  });

  await call("channels.deleteMessage, then 404", async () => {
    await discord.channels.deleteMessage(CHANNEL, message.id);
    await assert.rejects(discord.channels.getMessage(CHANNEL, message.id), hasStatus(404));
  });

  await call("guilds.createChannel, channels.get, edit, delete", async () => {
    const { id } = await discord.guilds.createChannel(GUILD, { name: "general", type: 0 });
    assert.equal((await discord.channels.get(id)).name, "general");
    assert.equal((await discord.channels.edit(id, { name: "news" })).name, "news");
    await discord.channels.delete(id);
    await assert.rejects(discord.channels.get(id), hasStatus(404));
  });

  await call("guilds.createRole, getRoles", async () => {
    const { id } = await discord.guilds.createRole(GUILD, { name: "Moderator", color: 255 });
    const role = (await discord.guilds.getRoles(GUILD)).find((one) => one.id === id);
    assert.deepEqual([role?.name, role?.color], ["Moderator", 255]);
  });

  await call("a global command is created, listed, edited and deleted", async () => {
    const commands = discord.applicationCommands;
    const { id } = await commands.createGlobalCommand(APPLICATION, { name: "ping", description: "Pongs" });
    assert.ok((await commands.getGlobalCommands(APPLICATION)).some((one) => one.id === id));
    const edited = await commands.editGlobalCommand(APPLICATION, id, { description: "Answers" });
    assert.deepEqual([edited.name, edited.description], ["ping", "Answers"]);
    await commands.deleteGlobalCommand(APPLICATION, id);
    await assert.rejects(commands.getGlobalCommand(APPLICATION, id), hasStatus(404));
  });

  await call("channels.createWebhook, webhooks.get, execute", async () => {
    const webhook = await discord.channels.createWebhook(CHANNEL, { name: "Deploys" });
    assert.equal((await discord.webhooks.get(webhook.id)).name, "Deploys");
    const sent = await discord.webhooks.execute(webhook.id, webhook.token ?? "t", { content: "Done", wait: true });
    assert.equal(sent.content, "Done");
  });

  await call("channels.createInvite, invites.get", async () => {
    const { code } = await discord.channels.createInvite(CHANNEL, { max_age: 3600 });
    assert.equal((await discord.invites.get(code)).code, code);
  });

  await call("a message that is too long is 400, with where it is wrong", async () => {
    await assert.rejects(discord.channels.createMessage(CHANNEL, { content: "x".repeat(5000) }), hasStatus(400));
  });

  await call("an unknown message is 404", async () => {
    await assert.rejects(discord.channels.getMessage(CHANNEL, "1000000000000000001"), hasStatus(404));
  });
}
