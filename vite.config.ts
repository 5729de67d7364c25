import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import http from 'node:http'
import { fileURLToPath } from 'node:url'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'
import { compileMessages } from './scripts/compile-messages.ts'
import { buildFolder, readPageRuntime } from './src/foundation/http/pages/page-runtime.ts'

const runtime = readPageRuntime(process.env)
const folder = buildFolder(runtime)

/**
 * Packages that the built server loads from `node_modules`: those that read files next to their own, and those loaded
 * only when first needed.
 */
const leftOut = [
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@opentelemetry/api',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@simplewebauthn/server',
  '@tillform/sandbox',
  'bidi-js',
  'file-type',
  'harfbuzzjs',
  'nodemailer',
  'pdfkit',
  'pino',
  'sharp',
  'vite',
  'web-push',
  'woff2-encoder',
]

type Named = { readonly name: string }

/**
 * Ten programs for the browser: the sellers' app, the payment page in four versions (one price, timers or a recurring
 * price, a trial, several prices), its preview, a buyer's subscription actions, the embedding script for sellers'
 * pages, the keeper of a payment page's texts, and the app's service worker. Two for the server: the server itself, and
 * the rendering of buyers' pages and of emails. `vite build --app` builds them together.
 */
export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    tailwindcss(),
    compileMessages(isOfBuyers),
    oneCurrency(),
    noPreloading(),
    httpAlone(),
    oneByteEach(),
    ...(runtime === 'preact' ? [smallestReact(), smallReact()] : []),
  ],
  publicDir: 'public',
  builder: {},
  environments: {
    client: {
      build: {
        outDir: `${folder}/client`,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: { app: 'index.html' } },
      },
    },
    page: buyersPage('payment', 'src/buying/checkout/ui/page/hydrate.tsx'),
    timed: buyersPage('payment-timed', 'src/buying/checkout/ui/page/hydrate-timed.tsx'),
    opening: buyersPage('payment-opening', 'src/buying/checkout/ui/page/hydrate-opening.tsx'),
    choice: buyersPage('payment-choice', 'src/buying/checkout/ui/page/hydrate-choice.tsx'),
    preview: buyersPage('preview', 'src/buying/checkout/ui/preview/start.tsx'),
    purchase: buyersPage('purchase', 'src/buying/receipts/ui/start.tsx'),
    embed: {
      consumer: 'client',
      build: {
        outDir: `${folder}/client`,
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: 'src/buying/embedding/ui/embed.ts',
          output: { format: 'iife', entryFileNames: 'embed.js' },
        },
      },
    },
    inline: {
      consumer: 'client',
      build: {
        outDir: `${folder}/inline`,
        copyPublicDir: false,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: 'src/buying/checkout/ui/page/preserve-texts-early.ts',
          output: { format: 'iife', entryFileNames: 'preserve-texts.js' },
        },
      },
    },
    worker: {
      consumer: 'client',
      build: {
        outDir: `${folder}/client`,
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: 'src/web/worker/worker.ts',
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    },
    server: {
      consumer: 'server',
      resolve: { noExternal: command === 'build' ? true : [], external: leftOut },
      build: {
        // Shared by both runtimes, because the server chooses its runtime when it starts.
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node24',
        rolldownOptions: {
          input: {
            main: 'src/main.ts',
            pictures: 'src/foundation/pictures/process.ts',
            documents: 'src/documents.ts',
          },
          platform: 'node',
          output: { comments: false },
        },
      },
    },
    ssr: {
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      resolve: { noExternal: command === 'build' ? true : [] },
      build: {
        outDir: `${folder}/ssr`,
        emptyOutDir: true,
        rolldownOptions: {
          input: {
            payment: 'src/buying/checkout/ui/page/render.tsx',
            purchase: 'src/buying/receipts/ui/render.tsx',
            portal: 'src/buying/portal/ui/render.tsx',
            withdrawal: 'src/buying/withdrawal/ui/render.tsx',
            mail: 'src/foundation/mail/ui/render.tsx',
            plain: 'src/foundation/http/ui/render.tsx',
          },
        },
      },
    },
  },
}))

/** A buyers' page is a single script file, even if it shares code with another page. */
function buyersPage(name: string, entry: string): EnvironmentOptions {
  return {
    consumer: 'client',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      // Built after the app's files and next to them.
      outDir: `${folder}/client`,
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: `.vite/${name}.json`,
      modulePreload: false,
      rolldownOptions: { input: { [name]: entry }, treeshake: { moduleSideEffects: hasSideEffects } },
    },
  }
}

/** None of our own modules has side effects, except entries and style sheets. */
function hasSideEffects(id: string): boolean {
  return !/\/src\/.*\.ts$/.test(id)
}

/**
 * Buyers load the payment page on any phone and network, so it uses Preact instead of React, which saves 60 kB
 * compressed. PAGE_RUNTIME=react builds it with React. In development, both programs share one server and the page runs
 * on React.
 */
function smallReact(): Plugin {
  const replaced = new Map([
    ['react', import.meta.resolve('preact/compat')],
    ['react-dom', import.meta.resolve('preact/compat')],
    ['react-dom/client', import.meta.resolve('preact/compat/client')],
    ['react/jsx-runtime', import.meta.resolve('preact/jsx-runtime')],
  ])
  return {
    name: 'small-react',
    enforce: 'pre',
    applyToEnvironment: isOfBuyers,
    resolveId(source) {
      const target = replaced.get(source)
      return target === undefined ? null : fileURLToPath(target)
    },
  }
}

/** Without Preact's complete compatibility layer for React, the payment page is another kilobyte smaller. */
function smallestReact(): Plugin {
  const own = fileURLToPath(new URL('src/buying/checkout/ui/page/small-react.ts', import.meta.url))
  const replaced = new Set(['react', 'react-dom/client', 'react/jsx-runtime'])
  return {
    name: 'smallest-react',
    enforce: 'pre',
    applyToEnvironment: isPaymentPage,
    resolveId: (source) => (replaced.has(source) ? own : null),
  }
}

/** Later parts of a buyers' page are one file without style sheets, so they do not need Vite's half-kilobyte helper. */
function noPreloading(): Plugin {
  return {
    name: 'no-preloading',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: isOfBuyers,
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null,
  }
}

/**
 * Importing Node's `http` as a module loads all of `fetch`, only to name the WebSocket classes it exports. That would
 * add 30 ms to each start for something unused.
 */
function httpAlone(): Plugin {
  const own = '\0http-alone'
  const names = Object.entries(Object.getOwnPropertyDescriptors(http))
    .filter(([, property]) => 'value' in property)
    .map(([name]) => name)
  return {
    name: 'http-alone',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'server',
    resolveId: (source, _importer, { kind }) =>
      kind === 'import-statement' && /^(?:node:)?http$/.test(source) ? own : null,
    load: (id) =>
      id === own
        ? `const http = process.getBuiltinModule('node:http')
           export default http
           export const { ${names.join(', ')} } = http`
        : null,
  }
}

/**
 * V8 stores a program's text with two bytes per character if a single character needs them. Such characters are written
 * as escapes, which mean the same anywhere in a program.
 */
function oneByteEach(): Plugin {
  return {
    name: 'one-byte-each',
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'server',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = inAscii(file.code)
      }
    },
  }
}

/** A character after a backslash means itself, and so does the escape for it. */
function inAscii(code: string): string {
  return code.replaceAll(/(\\*)([^\0-\x7f])/g, (_, { length }: string, character: string) => {
    const escape = `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
    return '\\'.repeat(length - (length % 2)) + escape
  })
}

function isOfBuyers(environment: Named): boolean {
  return isPaymentPage(environment) || ['preview', 'purchase'].includes(environment.name)
}

function isPaymentPage({ name }: Named): boolean {
  return ['page', 'timed', 'opening', 'choice'].includes(name)
}

/** Gives the payment page only its own currency's format instead of the table of all currencies. */
function oneCurrency(): Plugin {
  const own = fileURLToPath(new URL('src/buying/checkout/ui/page/page-currency.ts', import.meta.url))
  return {
    name: 'one-currency',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: isPaymentPage,
    resolveId: (source, importer = '') =>
      source === './currency-signs.ts' && /\/money\/(?:amount|tax)\.ts$/.test(importer) ? own : null,
  }
}
