import { z } from 'zod'

/** The session cookie that came with a token. A browser sends both. */
const cookies = new Map<string, string>()

/** Stores the cookie that came with a token. */
export function storeCookie(body: unknown, headers: Headers): void {
  const token = z.object({ token: z.string() }).safeParse(body).data?.token
  const [cookie = ''] = headers.getSetCookie().filter((set) => set.includes('tillform-session='))
  if (token !== undefined && cookie !== '') cookies.set(token, cookie.split(';')[0] ?? '')
}

/** The session cookie of the browser with this token. */
export const cookieBeside = (token: string) => cookies.get(token) ?? ''

/** What a thief can steal: the token that the person's browser stores where scripts can read it. */
export const tokenAlone = { cookie: '' } as const
