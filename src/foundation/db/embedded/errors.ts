/** The embedded PostgreSQL cannot run here. The message says why and which settings help. */
export class EmbeddedPostgresUnavailable extends Error {
  override name = 'EmbeddedPostgresUnavailable'

  constructor(reason: string, options?: ErrorOptions) {
    super(
      `The embedded PostgreSQL cannot run. ${reason.trim()}\n` +
        'Set DATA_DIR to a suitable folder, or DATABASE_URL to your own PostgreSQL server.',
      options,
    )
  }
}

/** Another process is using this data directory. */
export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning'

  constructor(dataDir: string, holder: string | undefined) {
    const process = holder === undefined ? '' : `, process ${holder}`
    super(`Another Tillform is running on this data directory (${dataDir}${process}).`)
  }
}
