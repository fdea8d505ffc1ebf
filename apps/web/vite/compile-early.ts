import type { Plugin } from 'vite'

const HINT = '//# allFunctionsCalledOnLoad\n'
/** Characters. The hint adds to the download, and shorter scripts have little to compile. */
const LEAST_CODE = 8_000

/**
 * Makes Chromium compile every function of a script off the main thread while it loads; otherwise each function is
 * compiled on its first call, and the first page calls most of them. Other browsers see a comment. Source:
 * https://v8.dev/blog/explicit-compile-hints
 */
export function compileEarly(): Plugin {
  return {
    name: 'compile-early',
    apply: 'build',
    generateBundle: {
      // The hint must be the first line, where Vite puts its own code.
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk' && output.code.length > LEAST_CODE) output.code = HINT + output.code
        }
      },
    },
  }
}
