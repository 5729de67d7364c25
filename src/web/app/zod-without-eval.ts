import { z } from 'zod'

// The content security policy forbids eval, which zod would otherwise probe for. Import this before any schema.
z.config({ jitless: true })
