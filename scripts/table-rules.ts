// Rules for which tables a domain can use. Like the import rules, they take all source files and return violations.
import type { TableUse } from './find-tables.ts'
import { domainOf, isTest } from './rooms.ts'
import type { SourceFile } from './source-files.ts'
import { type Exception, exceptions } from './table-exceptions.ts'
import { owners, viewOf } from './table-owners.ts'

type Use = { readonly path: string } & TableUse

/** A domain uses only its own tables, other domains' views, and the listed exceptions. */
export function tablesStayInTheirDomain(
  files: SourceFile[],
  listed: readonly Exception[] = exceptions,
): string[] {
  const foreign = files.flatMap(usesOf).filter((use) => !use.isView && isForeign(use))
  const broken = foreign
    .filter((use) => !listed.some((exception) => allows(exception, use)))
    .map(({ path, table, isWrite }) => `${path} ${isWrite ? 'writes' : 'reads'} ${table} of ${owners[table]}`)
  return [...new Set(broken)]
}

/** Views are only for reading, and only for domains that do not own the table. */
export function viewsAreReadByOthers(files: SourceFile[]): string[] {
  const broken = files
    .flatMap(usesOf)
    .filter((use) => use.isView && (use.isWrite || !isForeign(use)))
    .map(
      ({ path, table, isWrite }) =>
        `${path} ${isWrite ? 'writes' : 'reads'} ${viewOf(table)}${isWrite ? '' : `, whose table ${table} is its own`}`,
    )
  return [...new Set(broken)]
}

/** The tables whose views are not read by any other domain. */
export function viewsAreRead(files: SourceFile[], views: readonly string[]): string[] {
  const read = new Set(
    files
      .flatMap(usesOf)
      .filter(({ isView }) => isView)
      .map(({ table }) => viewOf(table)),
  )
  return views.filter((view) => !read.has(view))
}

/** Reports listed exceptions that the code does not need. */
export function exceptionsAreUsed(files: SourceFile[], listed: readonly Exception[] = exceptions): string[] {
  const uses = files.flatMap(usesOf).filter(({ isView }) => !isView)
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

function isForeign({ path, table }: Use): boolean {
  return domainOf(path) !== owners[table]
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
