import { Client } from 'pg'

/** The URL of another database on the same server. */
export function urlOfDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

export async function runAsAdmin(url: string, statement: string): Promise<void> {
  await withClient(url, (client) => client.query(statement))
}
