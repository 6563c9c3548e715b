import { setting } from './setting.ts'
import { anything, httpUrl, onOff, percentAsBasisPoints, whole } from './setting-forms.ts'

/** Settings for operating the program: metrics, logs and traces. */
export const settingsOfOperating = {
  metricsPort: setting(
    'METRICS_PORT',
    whole(0, 65_535),
    'The port of a separate listener for /metrics; 0 takes a free one. Unset: none (docs/operate/metrics.md).',
  ),
  metricsHost: setting(
    'METRICS_HOST',
    anything('an address to listen on', /^\S+$/),
    'The address of METRICS_PORT. Everyone who reaches it can read the metrics.',
    { default: '127.0.0.1' },
  ),
  tracesUrl: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    httpUrl(''),
    'The address for traces as OTLP over HTTP, without /v1/traces: http://127.0.0.1:4318. Unset: no traces.',
  ),
  tracesHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    anything('headers such as authorization=Bearer%20secret,x-tenant=7', /^[^\s=,]+=[^\s,]*(?:,[^\s=,]+=[^\s,]*)*$/),
    'Headers sent with traces; values are percent-encoded.',
    { secret: true },
  ),
  tracesBasisPoints: setting(
    'TRACES_PERCENT',
    percentAsBasisPoints,
    'Percentage of requests, job runs and deliveries that are traced.',
    { default: '5' },
  ),
  tracesContinue: setting(
    'TRACES_CONTINUE',
    onOff,
    'Whether a request’s traceparent is continued and decides on sampling; use it only behind a proxy that sets or removes it. Off: it is linked.',
    { default: 'off' },
  ),
}
