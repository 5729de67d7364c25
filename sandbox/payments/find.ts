import { resourceMissing } from '#api/errors.ts'
import type { CustomerRecord } from '#customers/records.ts'
import type { Table } from '#store/table.ts'
import type { World } from '#world.ts'

type Owned = {
  readonly id: string
  readonly account: string
}

/** Finds a record of the account. A record of another account is reported as missing. */
export function find<T extends Owned>(
  table: Table<T>,
  account: string,
  id: string,
  kind: string,
  param = kind,
): T {
  const record = table.get(id)
  if (record === undefined || record.account !== account) throw resourceMissing(kind, id, param)
  return record
}

export function ownedBy<T extends Owned>(table: Table<T>, account: string): T[] {
  return table.newestFirst().filter((record) => record.account === account)
}

export function findCustomer(world: World, account: string, id: string, param = 'customer'): CustomerRecord {
  return find(world.store.customers, account, id, 'customer', param)
}
