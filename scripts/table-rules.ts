// Who may name which table. Like the rules of imports, it takes all source files and answers its violations.
import { domainOf, isTest } from './rooms.ts'
import type { SourceFile } from './source-files.ts'
import { exceptions } from './table-exceptions.ts'
import type { Exception } from './table-exceptions/exception.ts'
import { owners, type Table } from './table-owners.ts'

type Use = { readonly path: string; readonly table: Table; readonly isWrite: boolean }

/** A domain reads and writes its own tables only, but for what is listed; what is listed and not done is listed no more. */
export function tablesStayInTheirDomain(
  files: SourceFile[],
  listed: readonly Exception[] = exceptions,
): string[] {
  const foreign = files.flatMap(usesOf).filter(({ path, table }) => domainOf(path) !== owners[table])
  const broken = foreign
    .filter((use) => !listed.some((exception) => allows(exception, use)))
    .map(({ path, table, isWrite }) => `${path} ${isWrite ? 'writes' : 'reads'} ${table} of ${owners[table]}`)
  return [...new Set(broken)]
}

/** What is listed and no longer done. */
export function exceptionsAreUsed(files: SourceFile[], listed: readonly Exception[] = exceptions): string[] {
  const uses = files.flatMap(usesOf)
  return listed.flatMap((exception) =>
    [...exception.reads.map((table) => ({ table, isWrite: false })), ...writesOf(exception)]
      .filter(
        ({ table, isWrite }) =>
          !uses.some((use) => isOf(exception, use) && use.table === table && use.isWrite === isWrite),
      )
      .map(({ table, isWrite }) => `${exception.path} no longer ${isWrite ? 'writes' : 'reads'} ${table}`),
  )
}

function usesOf({ path, tables }: SourceFile): Use[] {
  if (!path.startsWith('src/') || isTest(path)) return []
  return tables.map((use) => ({ path, ...use }))
}

function allows(exception: Exception, use: Use): boolean {
  const tables = use.isWrite ? (exception.writes ?? []) : exception.reads
  return isOf(exception, use) && tables.includes(use.table)
}

function isOf(exception: Exception, { path }: Use): boolean {
  return path === exception.path || path.startsWith(`${exception.path}/`)
}

function writesOf({ writes = [] }: Exception) {
  return writes.map((table) => ({ table, isWrite: true }))
}
