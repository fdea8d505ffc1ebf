import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

export const buildSettings = {
  // Nothing is inlined, because the gateway's content security policy forbids `data:` URLs.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
}

const HINT = '//# allFunctionsCalledOnLoad\n'
/**
 * Minimum length of a script in characters. A shorter one has little to compile, and the hint adds bytes to the first
 * load.
 */
const MIN_CODE_LENGTH = 8_000

/**
 * Adds a hint that makes Chromium compile all functions of a script in the background while the script loads. Without
 * it, the main thread compiles each function when it is first called, and the first page calls most of them. Other
 * browsers ignore the hint. Source: https://v8.dev/blog/explicit-compile-hints
 */
export function compileEarly(): Plugin {
  return {
    name: 'compile-early',
    apply: 'build',
    generateBundle: {
      // Must run last: the hint has to be on the first line, where Vite also puts a line of its own.
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk' && output.code.length > MIN_CODE_LENGTH) output.code = HINT + output.code
        }
      },
    },
  }
}

const TEXT = /\.(?:js|css|html|svg)$/

/** Writes a Brotli and a gzip copy of each text file, for clients that accept these encodings. */
export function compressTexts(): Plugin {
  return {
    name: 'compress-texts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle).filter(({ fileName }) => TEXT.test(fileName))) {
          const text = output.type === 'chunk' ? output.code : output.source
          this.emitFile({ type: 'asset', fileName: `${output.fileName}.br`, source: brotliCompressSync(text) })
          this.emitFile({ type: 'asset', fileName: `${output.fileName}.gz`, source: gzipSync(text, { level: 9 }) })
        }
      },
    },
  }
}
