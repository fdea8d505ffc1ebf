import { defineConfig } from 'vite'
import { compressTexts } from './vite/output.ts'
import { listPrecache } from './vite/precache.ts'

/**
 * Build of the service worker. It runs last, because the worker lists the files of the other builds. Its name has no
 * hash: browsers look for a new version at the same URL.
 */
export default defineConfig(({ command }) => ({
  plugins: [compressTexts()],
  publicDir: false,
  define: { PRECACHE: JSON.stringify(command === 'build' ? listPrecache('dist') : []) },
  build: {
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: { input: 'src/worker/main.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
  },
}))
