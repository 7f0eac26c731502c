const binary = { type: "string", format: "binary" };
/** A service of FastAPI that takes files, of a document that is nowhere else. */
export const document: object = {
  openapi: "3.1.0",
  info: { title: "Files", version: "1" },
  components: { schemas: { HTTPValidationError: { type: "object" } } },
  paths: {
    "/files": {
      post: {
        operationId: "files_create",
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                required: ["file"],
                properties: { file: binary, password: { type: "string" } },
              },
            },
          },
        },
        responses: { 204: { description: "Stored" } },
      },
    },
    "/raw": {
      put: {
        operationId: "raw_put",
        requestBody: { content: { "image/png": { schema: binary } } },
        responses: { 204: { description: "Stored" } },
      },
    },
  },
};
