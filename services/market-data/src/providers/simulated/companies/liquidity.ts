/**
 * How actively a company's shares and options trade. `daily` companies list options that expire on three days of the
 * week; `busy` and `active` ones, every week; some `quiet` ones, every week; `thin` ones, only monthly.
 */
export type Liquidity = 'daily' | 'busy' | 'active' | 'quiet' | 'thin'

/** A lognormal quantity, given by its median and the standard deviation of its base-10 logarithm. */
export interface Spread10 {
  readonly median: number
  readonly deviation: number
}

interface LiquidityProfile {
  /** Shares traded per session, in dollars. */
  readonly dollarVolume: Spread10
  readonly marketCapUsd: Spread10
  /** Number of open contracts across all expirations and strikes. */
  readonly openInterest: Spread10
  readonly priceUsd: Spread10
  /** Volatility as a multiple of the sector's. */
  readonly volFactor: Spread10
  /** Typical slant of this group's volatility smiles. */
  readonly skew: number
}

/** Rounded figures. The medians of volume, open interest and volatility follow recorded data for such companies. */
const PROFILES: Readonly<Record<Liquidity, LiquidityProfile>> = {
  daily: profile([8e9, 0.3], [1.6e12, 0.2], [3e6, 0.25], [240, 0.18], [1.2, 0.1], -0.08),
  busy: profile([1.8e9, 0.25], [1.6e11, 0.35], [9e5, 0.3], [105, 0.3], [1.45, 0.17], -0.07),
  active: profile([6.6e8, 0.25], [9e10, 0.3], [2.2e5, 0.35], [125, 0.36], [1.35, 0.17], -0.11),
  quiet: profile([3e8, 0.22], [3.2e10, 0.28], [6e4, 0.33], [130, 0.37], [1.2, 0.17], -0.17),
  thin: profile([1.2e7, 0.35], [1.6e9, 0.5], [1.4e4, 0.3], [32, 0.4], [1.35, 0.14], -0.1),
}

export function liquidityProfile(liquidity: Liquidity): LiquidityProfile {
  return PROFILES[liquidity]
}

/** Companies whose options are known to trade the most. Everything else about these companies is simulated. */
const NAMED: ReadonlyMap<string, Liquidity> = new Map([
  ...mark('daily', 'AAPL AMD AMZN AVGO GOOG GOOGL META MSFT NVDA TSLA'),
  ...mark(
    'busy',
    `ABNB ADBE BA BAC C CAT CCL CMCSA COIN COST CRM CRWD CSCO CVX DAL DIS F GE GM HD HOOD IBM INTC JNJ JPM KO LLY
     MRK MRVL MU NEM NFLX NKE ORCL OXY PFE PLTR PYPL QCOM SBUX SMCI SNDK T TGT UAL UBER UNH V VZ WBD WFC WMT XOM XYZ`,
  ),
  ...mark(
    'active',
    `ABBV ABT ADM AES AIG AMAT AMGN ANET AXP BBY BKR BLK BMY BRK.B BSX BX CHTR CI CIEN CLX CMG COF COP CVNA CVS D DAL
     DASH DDOG DE DECK DELL DG DHI DLTR DOW DUK DVN EBAY ELV EMR EOG EQT EXPE FCX FDX FIS FSLR FTNT GEV GILD GIS GLW
     GS HAL HON HPE HPQ HUM INTU ISRG KDP KEY KHC KKR KLAC KMI KMB KVUE LEN LIN LMT LOW LRCX LULU LUV LVS LYV MA MAR
     MCD MDLZ MDT MET MGM MMM MO MOS MPC MRNA MS NCLH NEE NOC NOW NRG NUE NXPI O OKE ON PANW PEP PG PM PNC PSX RCL REGN RF
     ROST RTX SBAC SCHW SHW SLB SO SPG STX SWK SYF TFC TJX TMO TMUS TTD TTWO TXN ULTA UNP UPS USB VLO VRTX VST WDAY WDC
     WM WMB WYNN ZTS EXC FITB FAST CEG PHM CNC APA APO ALB BIIB BKNG AZO CL CME COHR CSX DVA DXCM EA ETN EL`,
  ),
])

export function liquidityOf(symbol: string): Liquidity {
  return NAMED.get(symbol) ?? 'quiet'
}

function mark(liquidity: Liquidity, symbols: string): [string, Liquidity][] {
  return symbols.split(/\s+/).map((symbol) => [symbol, liquidity])
}

function profile(
  dollarVolume: readonly [number, number],
  marketCapUsd: readonly [number, number],
  openInterest: readonly [number, number],
  priceUsd: readonly [number, number],
  volFactor: readonly [number, number],
  skew: number,
): LiquidityProfile {
  const of = ([median, deviation]: readonly [number, number]): Spread10 => ({ median, deviation })
  return {
    dollarVolume: of(dollarVolume),
    marketCapUsd: of(marketCapUsd),
    openInterest: of(openInterest),
    priceUsd: of(priceUsd),
    volFactor: of(volFactor),
    skew,
  }
}
