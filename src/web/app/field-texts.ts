import { z } from 'zod'
import { fieldText } from '#foundation/http/input/field-text.ts'

// Field rules without their own text use the server's words.
z.config({ customError: fieldText })
