import { z } from 'zod'

// The content security policy forbids eval, whose availability zod would otherwise test. Must be imported
// before any schema.
z.config({ jitless: true })
