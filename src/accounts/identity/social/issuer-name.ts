import type { Config } from '#foundation/config/config.ts'

/** What people call an issuer; one that is no longer configured is known by its host. */
export function issuerName({ openId }: Pick<Config, 'openId'>, issuer: string): string {
  if (openId?.issuer === issuer) return openId.name
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}
