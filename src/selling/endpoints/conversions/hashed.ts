import { hash } from 'node:crypto'

export const hashed = (text: string): string => hash('sha256', text, 'hex')

/** An email address as ad platforms compare it. */
export const hashedEmail = (email: string): string => hashed(email.trim().toLowerCase())
