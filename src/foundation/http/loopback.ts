/**
 * Whether a host name, as an address has it, means the machine that asks: `localhost`, `127.0.0.1`, `[::1]`, and what
 * servers say that listen everywhere.
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname)
}
