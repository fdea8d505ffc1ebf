import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

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
