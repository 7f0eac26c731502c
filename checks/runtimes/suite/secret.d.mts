export const SECRET: string;
