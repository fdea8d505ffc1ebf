import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildSettings } from './vite/build-settings.ts'
import { compileEarly } from './vite/compile-early.ts'
import { compressTexts } from './vite/compress-texts.ts'
import { prerenderLanding } from './vite/prerender.ts'

/** Builds the landing page after the application. The two share no chunks. */
export default defineConfig({
  plugins: [react(), prerenderLanding(), compileEarly(), compressTexts()],
  build: { ...buildSettings, manifest: '.vite/landing.json', emptyOutDir: false, copyPublicDir: false },
})
