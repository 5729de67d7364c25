import { buttonClass } from '#web/kit/layout/button.tsx'
import { loginPath } from '#web/kit/browser/own-path.ts'

type Props = { readonly email: string; readonly token: string }

export function SignInFirst({ email, token }: Props) {
  return (
    <>
      <p className="mb-5">
        You have an account with <span className="font-medium break-all">{email}</span>. Sign in to accept.
      </p>
      <a href={loginPath(`/invitation#${token}`)} className={`${buttonClass()} w-full`}>
        Sign in
      </a>
    </>
  )
}
