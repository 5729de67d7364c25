import { pino } from 'pino'
import { createApp } from '#app.ts'
import { readConfig } from '#foundation/config/config.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { openDatabase } from '#foundation/db/database.ts'
import { root } from './processes.ts'

export type StatementCounts = Readonly<
  Record<'first view' | 'view' | 'form list' | 'purchase' | 'sign-in', number>
>

export type Shop = {
  readonly environment: Readonly<Record<string, string>>
  readonly form: string
  readonly email: string
  readonly password: string
  readonly token: string
}

/**
 * Counts the SQL statements a request causes, including `begin` and `commit`, in a product that runs inside
 * this process.
 */
export async function countSql({
  environment,
  form,
  email,
  password,
  token,
}: Shop): Promise<StatementCounts> {
  const config = readConfig(environment)
  const log = pino({ level: 'silent' })
  const db = openDatabase(config.databaseUrl ?? '', { log })
  const app = await createApp({ config, db, log, root })
  const count = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}`, host: new URL(config.publicUrl).host }
    const { result, statements } = await countStatements(async () => {
      // A lazy request starts when it is awaited, so the action has to be awaited here.
      return await app.server.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
    })
    if (result.statusCode >= 400) throw new Error(`${url}: ${result.body}`)
    return statements.length
  }
  const buyer = { email: 'counted@example.com', name: 'Bea Novak', paymentMethodId: 'pm_card_visa' }
  try {
    return {
      'first view': await count('GET', `/payment/${form}`),
      view: await count('GET', `/payment/${form}`),
      'form list': await count('GET', '/api/forms'),
      purchase: await count('POST', '/api/stripe/pay-form', { form, ...buyer }),
      'sign-in': await count('POST', '/api/authentication/sign-in', { email, password }),
    }
  } finally {
    await app.close()
    await db.destroy()
  }
}
