import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'

/**
 * The two browser apps: `vite build --mode console`, `vite build --mode admin`. Both take the kit's icons and early
 * script.
 */
const apps = {
  console: { port: 5173, api: 'http://127.0.0.1:4000' },
  admin: { port: 5174, api: 'http://127.0.0.1:4001' },
} as const
type AppName = keyof typeof apps
const isApp = (name: string): name is AppName => name in apps

export default defineConfig(({ mode, command }): UserConfig => {
  // A build is for production whoever starts it: a test's own NODE_ENV would give it React's development form.
  if (command === 'build') process.env.NODE_ENV = 'production'
  const name = isApp(mode) ? mode : 'console'
  const target = process.env.API_URL ?? apps[name].api
  return {
    root: path.join(import.meta.dirname, name),
    publicDir: path.join(import.meta.dirname, 'console/public'),
    cacheDir: path.join(import.meta.dirname, `node_modules/.vite-${name}`),
    // Modes name the app, so React is told apart by the command.
    define: { 'process.env.NODE_ENV': JSON.stringify(command === 'build' ? 'production' : 'development') },
    plugins: [react()],
    server: {
      port: apps[name].port,
      // The server lets only its own origin change things, so the proxy speaks as that origin.
      proxy: { '/api': { target, changeOrigin: true, headers: { origin: new URL(target).origin } } },
      fs: { allow: [import.meta.dirname] },
    },
    build: {
      outDir: path.join(import.meta.dirname, 'dist', name),
      emptyOutDir: true,
      manifest: true,
      // Its packages do not say that they have no side effects: whole forms would come with every page.
      rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /@rc-component\/form/, sideEffects: false }] } },
      target: 'es2022',
      // Fonts and images stay files: the policy of the page allows data: for images alone.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1200,
    },
  }
})
