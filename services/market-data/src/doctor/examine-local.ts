import type { LocalMarketConfig } from '../config.ts'
import type { Env } from '../env.ts'
import { openLocalMarket } from '../open-market.ts'
import type { MarketData, Stamp } from '../providers/provider.ts'
import { SIMULATED_NOTICE } from '../providers/simulated/simulated-provider.ts'
import { describeInstant } from './describe-instant.ts'
import { DEFAULT_SYMBOL, examineSource, type SourceExamination } from './examine-source.ts'
import { findGaps } from './gaps.ts'
import { listSettings } from './list-settings.ts'
import type { SourceReport } from './report.ts'

export interface LocalFindings {
  readonly symbol: string
  readonly problems: readonly string[]
  readonly sources: readonly SourceReport[]
}

const VARIABLES = {
  simulated: ['MARKET_DATA_PROVIDER', 'SIMULATED_SEED', 'SIMULATED_UNIVERSE'],
  recorded: ['MARKET_DATA_PROVIDER', 'RECORDED_DATA_DIR'],
} as const
const TERMS_OF_RECORDINGS = 'The terms of the recorded sources apply; if unknown, personal use only.'

/** Examines a local market. Throws `PackError` if the market cannot be opened. */
export async function examineLocal(
  env: Env,
  config: LocalMarketConfig,
  examination: Omit<SourceExamination, 'symbol'> & { readonly symbol: string | null },
): Promise<LocalFindings> {
  const { interactive: market } = await openLocalMarket(config, { reject: () => undefined, now: examination.now })
  const symbol = examination.symbol ?? (await findDefaultSymbol(market))
  const { kind: name } = config
  const subject = { name, capabilities: market, ping: market.ping, now: market.clock.now }
  const stamp = market.stamp()
  const report: SourceReport = {
    name,
    title: `${describeConfig(config, stamp)}, clock at ${describeInstant(stamp.asOfMs)}`,
    settings: listSettings(env, VARIABLES[name]),
    ...(await examineSource(subject, { ...examination, symbol })),
    quota: null,
    limits: [],
    terms: stamp.dataClass === 'simulated' ? [SIMULATED_NOTICE.reason] : [TERMS_OF_RECORDINGS],
    advice: [],
  }
  return { symbol, problems: findGaps(symbol, [report], () => true), sources: [report] }
}

function describeConfig(config: LocalMarketConfig, { source }: Stamp): string {
  if (config.kind === 'recorded') return `${source} from ${config.folder}`
  return `simulated market, seed ${config.seed}, ${config.universe}`
}

/** AAPL if the market lists it; otherwise, the first symbol it lists. */
async function findDefaultSymbol({ reference }: MarketData): Promise<string> {
  if ((await reference.findSymbol(DEFAULT_SYMBOL)) !== null) return DEFAULT_SYMBOL
  return (await reference.listUniverse()).value[0]?.symbol ?? DEFAULT_SYMBOL
}
