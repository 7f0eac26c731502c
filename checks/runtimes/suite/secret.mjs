/** The credential that the services accept, and that must never be printed. */
export const SECRET = "key-8f3a-very-secret";
