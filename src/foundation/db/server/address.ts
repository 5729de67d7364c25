import { accessSync, constants } from 'node:fs'
import { isIP } from 'node:net'

/** The contents of DATABASE_URL, as libpq reads it: `postgres://user:password@a:5432,b:5432/name?sslmode=verify-full`. */
export type DatabaseAddress = {
  /** A separate URL for each host, in the order in which the driver tries them. */
  readonly hosts: readonly string[]
  /** Whether some of the hosts may be read-only. */
  readonly mayBeReadOnly: boolean
  /**
   * Whether PgBouncer is used in transaction mode, in any version. Statements then have no names, and
   * sessions no settings.
   */
  readonly isPooled: boolean
}

const shape = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^#]*)$/
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full']
/** The purpose of a database URL, with the values allowed for target_session_attrs, which is optional. */
const attributesOf = {
  primary: ['read-write', 'primary'],
  standby: ['read-only', 'standby'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type ServerRole = keyof typeof attributesOf

/** The value of sslrootcert that stands for the public authorities, which are the driver's default. */
const systemRoots = 'system'
/** Our own parameters. */
const own = ['target_session_attrs', 'pgbouncer']

/** Throws a RangeError that explains the problem without quoting any part of the URL. */
export function readAddress(url: string, role: ServerRole = 'primary'): DatabaseAddress {
  const [, start = '', authority = '', rest = ''] = shape.exec(url) ?? []
  const hosts = authority.split(',').map((host) => `${start}${host}${rest}`)
  if (hosts.some((host) => !URL.canParse(host)) || (hosts.length > 1 && /(^|,)(,|$)/.test(authority))) {
    throw new RangeError('must look like postgres://user:password@host/database; several hosts with commas')
  }
  const { searchParams } = new URL(hosts[0] ?? '')
  const session = searchParams.get('target_session_attrs')
  const attributes: readonly string[] = attributesOf[role]
  if (session !== null && !attributes.includes(session)) {
    throw new RangeError(`target_session_attrs must be ${attributes.join(' or ')} here`)
  }
  checkTls(searchParams)
  // The driver would otherwise treat an IP address as the name "localhost".
  if (searchParams.get('sslmode') === 'verify-full' && hosts.some((host) => isAddress(host))) {
    throw new RangeError('sslmode=verify-full needs the host’s name, as in its certificate')
  }
  return {
    hosts: hosts.map(asDriverTakesIt),
    mayBeReadOnly: hosts.length > 1 || session !== null,
    isPooled: searchParams.get('pgbouncer') === 'true',
  }
}

function checkTls(params: URLSearchParams): void {
  const mode = params.get('sslmode') ?? 'disable'
  if (!sslModes.includes(mode)) throw new RangeError(`sslmode must be one of ${sslModes.join(', ')}`)
  const files = ['sslrootcert', 'sslcert', 'sslkey'].filter((name) => params.has(name))
  if (files.length > 0 && mode === 'disable') {
    throw new RangeError(`${files.join(', ')}: sslmode is missing, such as verify-full`)
  }
  if (params.has('sslcert') !== params.has('sslkey')) {
    throw new RangeError('sslcert and sslkey belong together')
  }
  if (mode === 'verify-ca' && !params.has('sslrootcert')) {
    throw new RangeError('sslmode=verify-ca needs an sslrootcert')
  }
  for (const name of files) {
    const file = params.get(name) ?? ''
    if (file !== systemRoots && !isReadable(file)) throw new RangeError(`${name}: the file cannot be read`)
  }
}

function isAddress(host: string): boolean {
  return isIP(new URL(host).hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** The driver interprets sslmode in its own way unless told to follow libpq. */
function asDriverTakesIt(host: string): string {
  const address = new URL(host)
  for (const name of own) address.searchParams.delete(name)
  address.searchParams.delete('sslrootcert', systemRoots)
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
  return address.href
}
