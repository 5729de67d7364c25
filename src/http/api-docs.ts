import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { openRoutes } from './static-app.ts'

/** Describes the routes that are registered after it: as OpenAPI at `/api/openapi.json`, to read at `/api/docs`. */
export async function registerApiDocs(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tillform API',
        version: '1.0.0',
        description:
          'Everything that the back office and the payment page do. A field called `amount` is in major units (49.99); every other money field (subtotal, taxAmount, total) is an integer in minor units of the currency beside it.',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(async (scope) => {
    openRoutes(scope)
    scope.get('/api/openapi.json', async (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(app.swagger()),
    )
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      uiConfig: { url: '/api/openapi.json', docExpansion: 'list', deepLinking: true },
    })
  })
}
