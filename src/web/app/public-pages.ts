import type { ComponentType } from 'react'

type PublicPage = {
  /** Whether signed-in visitors are redirected to the app. */
  readonly isForVisitors: boolean
  readonly load: () => Promise<ComponentType>
}

const login: PublicPage = {
  isForVisitors: true,
  load: async () => (await import('#accounts/sign-in/ui/login-page.tsx')).LoginPage,
}

const register: PublicPage = {
  isForVisitors: true,
  load: async () => (await import('#accounts/sign-in/ui/register-page.tsx')).RegisterPage,
}

const social: PublicPage = {
  isForVisitors: false,
  load: async () => (await import('#accounts/sign-in/ui/social-page.tsx')).SocialPage,
}

const forgotPassword: PublicPage = {
  isForVisitors: false,
  load: async () => (await import('#accounts/identity/ui/forgot-password-page.tsx')).ForgotPasswordPage,
}

const resetPassword: PublicPage = {
  isForVisitors: false,
  load: async () => (await import('#accounts/identity/ui/reset-password-page.tsx')).ResetPasswordPage,
}

const confirmEmail: PublicPage = {
  isForVisitors: false,
  load: async () => (await import('#accounts/identity/ui/confirm-email-page.tsx')).ConfirmEmailPage,
}

const contactUs: PublicPage = {
  isForVisitors: false,
  load: async () => (await import('#accounts/contact/ui/contact-page.tsx')).ContactPage,
}

const invitation: PublicPage = {
  isForVisitors: false,
  load: async () => (await import('#accounts/sign-in/ui/invitation-page.tsx')).InvitationPage,
}

const takeBack: PublicPage = {
  isForVisitors: false,
  load: async () => (await import('#accounts/team/ui/take-back-page.tsx')).TakeBackPage,
}

/** The pages without a session, by path. They use no router, and links to them are ordinary ones. */
export const publicPages: ReadonlyMap<string, PublicPage> = new Map([
  ['/', login],
  ['/login', login],
  ['/login/social', social],
  ['/register', register],
  ['/forgot-password', forgotPassword],
  ['/reset-password', resetPassword],
  ['/confirm-email', confirmEmail],
  ['/contact-us', contactUs],
  ['/invitation', invitation],
  ['/take-back', takeBack],
])
