{{/* What the schema cannot say: values that exclude or need one another. */}}
{{- define "transledger.validate" -}}
{{- $problems := list -}}
{{- $v := .Values -}}
{{- range $name := list "masterKey" "database" -}}
{{- if not (index $v.secrets $name).existingSecret }}{{ $problems = append $problems (printf "secrets.%s.existingSecret must name a secret" $name) }}{{ end -}}
{{- end -}}
{{- if and $v.settings.S3_BUCKET $v.documents.existingClaim }}{{ $problems = append $problems "settings.S3_BUCKET and documents.existingClaim exclude each other: set one of them to null" }}{{ end -}}
{{- if not (or $v.settings.S3_BUCKET $v.documents.existingClaim) }}{{ $problems = append $problems "documents need a place that every node reaches: settings.S3_BUCKET or documents.existingClaim" }}{{ end -}}
{{- $hasMechanism := not (empty $v.settings.TRANSLEDGER_KAFKA_SASL_MECHANISM) -}}
{{- if ne $hasMechanism (not (empty $v.secrets.kafka.existingSecret)) }}{{ $problems = append $problems "settings.TRANSLEDGER_KAFKA_SASL_MECHANISM and secrets.kafka.existingSecret must be set together" }}{{ end -}}
{{- $hasIssuer := not (empty $v.settings.TRANSLEDGER_OIDC_ISSUER) -}}
{{- if ne $hasIssuer (not (empty $v.secrets.oidc.existingSecret)) }}{{ $problems = append $problems "settings.TRANSLEDGER_OIDC_ISSUER and secrets.oidc.existingSecret must be set together" }}{{ end -}}
{{- if and $v.ingress.enabled (not $v.ingress.hosts) }}{{ $problems = append $problems "ingress.hosts must name a host" }}{{ end -}}
{{- if and $v.httpRoute.enabled (not $v.httpRoute.parentRefs) }}{{ $problems = append $problems "httpRoute.parentRefs must name a gateway" }}{{ end -}}
{{- if and $v.monitoring.podMonitor.enabled $v.monitoring.serviceMonitor.enabled }}{{ $problems = append $problems "monitoring.podMonitor and monitoring.serviceMonitor would read every pod twice: enable one of them" }}{{ end -}}
{{- if eq (int $v.ports.http) (int $v.ports.metrics) }}{{ $problems = append $problems "ports.http and ports.metrics must differ" }}{{ end -}}
{{- if has (int $v.ports.nodes) (list (int $v.ports.http) (int $v.ports.metrics)) }}{{ $problems = append $problems "ports.nodes must differ from the other ports" }}{{ end -}}
{{- if eq (int $v.ports.models) (int $v.ports.metrics) }}{{ $problems = append $problems "ports.models and ports.metrics must differ" }}{{ end -}}
{{- if and $v.settings.TRANSLEDGER_MODELS (not $v.inference.enabled) }}{{ $problems = append $problems "settings.TRANSLEDGER_MODELS needs inference.enabled" }}{{ end -}}
{{- if $v.inference.enabled -}}
{{- $engine := default "" $v.settings.TRANSLEDGER_INFERENCE -}}
{{- if or (not (has $engine (list "" "marian"))) (and $v.settings.TRITON_URLS (ne $engine "marian")) }}{{ $problems = append $problems "inference.enabled runs models that nothing asks: leave out settings.TRITON_URLS and settings.TRANSLEDGER_INFERENCE, or set the latter to marian" }}{{ end -}}
{{- if $v.settings.TRANSLEDGER_INFERENCE_URLS }}{{ $problems = append $problems "inference.enabled and settings.TRANSLEDGER_INFERENCE_URLS exclude each other" }}{{ end -}}
{{- if and $v.settings.TRANSLEDGER_MODELS_MIRROR $v.secrets.modelsMirror.existingSecret }}{{ $problems = append $problems "settings.TRANSLEDGER_MODELS_MIRROR and secrets.modelsMirror exclude each other" }}{{ end -}}
{{- end -}}
{{- range $role := include "transledger.roles" . | fromYamlArray -}}
{{- $r := index $v $role -}}
{{- $least := add (int $r.preStopSleepSeconds) 35 -}}
{{- if lt (int $r.terminationGracePeriodSeconds) (int $least) }}{{ $problems = append $problems (printf "%s.terminationGracePeriodSeconds must be at least %d: a stop takes up to 30 s after preStop" $role $least) }}{{ end -}}
{{- with $r.autoscaling -}}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) }}{{ $problems = append $problems (printf "%s.autoscaling.minReplicas must not be more than maxReplicas" $role) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- with $v.worker.autoscaling -}}
{{- if and .enabled (not (or .consumerLag .queueDepth)) }}{{ $problems = append $problems "worker.autoscaling needs a consumer group or a queue" }}{{ end -}}
{{- if and .enabled (eq .engine "keda") (not .keda.prometheusAddress) }}{{ $problems = append $problems "worker.autoscaling.keda.prometheusAddress must be set" }}{{ end -}}
{{- end -}}
{{- with $problems }}{{ fail (printf "\n- %s" (join "\n- " .)) }}{{ end -}}
{{- end -}}
