import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Three programs for the browser (the sellers' app, the payment page, what a buyer can do about a subscription) and one
 * for the server (the payment page's rendering), built together by `vite build --app`.
 */
export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss()],
  publicDir: 'public',
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: {
            app: 'index.html',
            payment: 'src/checkout/ui/hydrate.tsx',
            purchase: 'src/receipts/ui/start.tsx',
          },
        },
      },
    },
    ssr: {
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      resolve: { noExternal: command === 'build' ? true : [] },
      build: {
        outDir: 'dist/ssr',
        emptyOutDir: true,
        rolldownOptions: { input: { render: 'src/checkout/ui/render.tsx' } },
      },
    },
  },
}))
