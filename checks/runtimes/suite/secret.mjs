/** What the services accept, and what nothing may ever print. */
export const SECRET = "key-8f3a-very-secret";
