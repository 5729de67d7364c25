import { z } from 'zod'

// The content security policy forbids eval, and zod would otherwise test whether it is available. Must be imported
// before any schema.
z.config({ jitless: true })
