import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { hasChallenge, insertChallenge, takeChallenge } from '../passkeys/passkey-store.ts'
import type { SocialServices } from './social-services.ts'
import type { Profile } from './open-id.ts'
import { profileLifetime, type SealedProfile } from './sealed-cookies.ts'

const purpose = 'social-profile'

/** Saves in the browser who came back from the issuer, for one use: whoever copies the cookie has nothing afterwards. */
export async function saveProfile(
  { db, clock, cookies }: SocialServices,
  reply: FastifyReply,
  profile: Profile & { readonly to: string | null },
): Promise<void> {
  const id = newId()
  const expiresAt = secondsAfter(clock.now(), profileLifetime)
  await insertChallenge(db, { id: newId(), identifier: purpose, value: id, expiresAt })
  await cookies.setProfile(reply, { ...profile, id })
}

/** Who came back; undefined when nobody did, it is too long ago, or it was used. */
export async function readProfile(
  { db, clock, cookies }: SocialServices,
  request: FastifyRequest,
): Promise<SealedProfile | undefined> {
  const profile = await cookies.readProfile(request)
  if (profile === undefined) return undefined
  return (await hasChallenge(db, purpose, profile.id, clock.now())) ? profile : undefined
}

/** Uses it up; false when somebody else was faster. */
export async function takeProfile(db: Kysely<Database>, { id }: SealedProfile, now: Date): Promise<boolean> {
  return takeChallenge(db, purpose, id, now)
}
