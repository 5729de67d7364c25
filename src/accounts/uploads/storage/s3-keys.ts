import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { readTag } from './s3-xml.ts'

/** The keys that sign requests to a bucket. */
export type S3Keys = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** A role's temporary keys. `until` is in milliseconds since 1970. */
type LentKeys = { readonly keys: S3Keys; readonly until: number }

type Variables = Readonly<Record<string, string | undefined>>

/** How long before their end temporary keys are renewed, in milliseconds. */
const early = 5 * 60_000

/** How long a service within the machine or the cluster can take to respond, in milliseconds. */
const patience = 2_000

/**
 * Returns the current keys: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or those of a role of the cluster, the
 * container or the machine, in the order that Amazon's own clients use.
 */
export function keyReader(region: string, env: Variables = process.env): () => Promise<S3Keys> {
  const accessKeyId = env['AWS_ACCESS_KEY_ID']
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY']
  if (accessKeyId && secretAccessKey) {
    const sessionToken = env['AWS_SESSION_TOKEN']
    const keys = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
    return async () => keys
  }
  let lent: LentKeys | undefined
  let asking: Promise<LentKeys> | undefined
  return async () => {
    if (lent !== undefined && lent.until - early > Date.now()) return lent.keys
    asking ??= borrow(region, env).finally(() => (asking = undefined))
    try {
      lent = await asking
    } catch (error) {
      if (lent === undefined || lent.until <= Date.now()) throw error
    }
    return lent.keys
  }
}

async function borrow(region: string, env: Variables): Promise<LentKeys> {
  const tokenFile = env['AWS_WEB_IDENTITY_TOKEN_FILE']
  const role = env['AWS_ROLE_ARN']
  if (tokenFile && role) return ofCluster(region, tokenFile, role, env)
  const relative = env['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI']
  const address = relative ? `http://169.254.170.2${relative}` : env['AWS_CONTAINER_CREDENTIALS_FULL_URI']
  return address ? ofContainer(address, env) : ofMachine(env)
}

/** A Kubernetes service account with a role. */
async function ofCluster(region: string, file: string, role: string, env: Variables): Promise<LentKeys> {
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: role,
    RoleSessionName: env['AWS_ROLE_SESSION_NAME'] || 'tillform',
    WebIdentityToken: (await readFile(file, 'utf8')).trim(),
  })
  const address = env['AWS_ENDPOINT_URL_STS'] || `https://sts.${region}.${domainOf(region)}`
  const answer = await ask(address, { method: 'POST', body })
  return lentKeys.parse({
    AccessKeyId: readTag(answer, 'AccessKeyId'),
    SecretAccessKey: readTag(answer, 'SecretAccessKey'),
    Token: readTag(answer, 'SessionToken'),
    Expiration: readTag(answer, 'Expiration'),
  })
}

/** A container in ECS, or a pod in EKS with an identity. */
async function ofContainer(address: string, env: Variables): Promise<LentKeys> {
  const file = env['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE']
  const token = file
    ? (await readFile(file, 'utf8')).trim()
    : (env['AWS_CONTAINER_AUTHORIZATION_TOKEN'] ?? '')
  const headers = token === '' ? {} : { authorization: token }
  return lentKeys.parse(JSON.parse(await ask(address, { headers })))
}

/** An EC2 machine, through version 2 of its metadata service. */
async function ofMachine(env: Variables): Promise<LentKeys> {
  const missing = t('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set, and this machine has no role')
  if (env['AWS_EC2_METADATA_DISABLED'] === 'true') throw new Error(missing)
  const service = `${env['AWS_EC2_METADATA_SERVICE_ENDPOINT'] || 'http://169.254.169.254'}/latest`
  try {
    const token = await ask(`${service}/api/token`, {
      method: 'PUT',
      headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '60' },
    })
    const headers = { 'x-aws-ec2-metadata-token': token }
    const roles = `${service}/meta-data/iam/security-credentials/`
    const [role = ''] = (await ask(roles, { headers })).split('\n')
    return lentKeys.parse(JSON.parse(await ask(`${roles}${role.trim()}`, { headers })))
  } catch (error) {
    throw new Error(missing, { cause: error })
  }
}

const lentKeys = z
  .object({
    AccessKeyId: z.string(),
    SecretAccessKey: z.string(),
    Token: z.string(),
    Expiration: z.iso.datetime({ offset: true }),
  })
  .transform(({ AccessKeyId, SecretAccessKey, Token, Expiration }) => ({
    keys: { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token },
    until: Date.parse(Expiration),
  }))

async function ask(address: string, request: RequestInit): Promise<string> {
  const answer = await fetch(address, { ...request, signal: AbortSignal.timeout(patience) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The role’s keys were not provided (${answer.status})`)
  return text
}

/** The URL of Amazon's services in a region. */
export function domainOf(region: string): string {
  return region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
}
