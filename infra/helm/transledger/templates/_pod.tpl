{{/* Takes path, port, probe. */}}
{{- define "transledger.probe" -}}
httpGet:
  path: {{ .path }}
  port: {{ .port }}
{{ toYaml .probe }}
{{- end -}}

{{/* A pod of one role. Takes root, role. */}}
{{- define "transledger.pod" -}}
{{- $root := .root -}}
{{- $role := .role -}}
{{- $values := index $root.Values $role -}}
{{- $isApi := eq $role "api" -}}
{{- $isInference := eq $role "inference" -}}
{{- $settings := $isInference | ternary "inference-settings" "settings" -}}
{{- $port := $isApi | ternary "http" "metrics" -}}
{{- $selector := include "transledger.roleSelector" . -}}
metadata:
  labels:
    {{- $labels := include "transledger.labels" $root | fromYaml -}}
    {{- merge (fromYaml $selector) $labels $values.podLabels | toYaml | nindent 4 }}
  annotations:
    checksum/settings: {{ include ($isInference | ternary "transledger.inferenceSettings" "transledger.settings") $root | sha256sum }}
    {{- with merge dict $values.podAnnotations $root.Values.commonAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "transledger.serviceAccountName" . }}
  automountServiceAccountToken: false
  # A service whose name begins with "transledger-" would put TRANSLEDGER_… variables into every pod, and the service
  # refuses settings that it does not know.
  enableServiceLinks: false
  securityContext:
    {{- toYaml $root.Values.podSecurityContext | nindent 4 }}
  terminationGracePeriodSeconds: {{ int $values.terminationGracePeriodSeconds }}
  {{- with $values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  {{- with $values.topologySpreadConstraints }}
  topologySpreadConstraints:
    {{- range . }}
    - labelSelector:
        matchLabels:
          {{- $selector | nindent 10 }}
      matchLabelKeys: [{{ $isInference | ternary "controller-revision-hash" "pod-template-hash" }}]
      {{- toYaml . | nindent 6 }}
    {{- end }}
  {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ $role }}
      image: {{ include "transledger.image" $root | quote }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      args: [node, dist/apps/{{ $role }}/main.js]
      securityContext:
        {{- toYaml $root.Values.containerSecurityContext | nindent 8 }}
      ports:
        {{- if $isApi }}
        - name: http
          containerPort: {{ int $root.Values.ports.http }}
        - name: nodes
          containerPort: {{ int $root.Values.ports.nodes }}
        {{- end }}
        {{- if $isInference }}
        - name: models
          containerPort: {{ int $root.Values.ports.models }}
        {{- end }}
        - name: metrics
          containerPort: {{ int $root.Values.ports.metrics }}
      envFrom:
        - configMapRef:
            name: {{ include "transledger.fullname" $root }}-{{ $settings }}
      env:
        {{- if $isInference }}
        {{- include "transledger.environmentOfModels" . | nindent 8 }}
        {{- else }}
        {{- include "transledger.environment" . | nindent 8 }}
        {{- end }}
        {{- if $isApi }}
        - name: TRANSLEDGER_NODE_ADDRESS
          valueFrom:
            fieldRef:
              fieldPath: status.podIP
        {{- end }}
        {{- with $values.nodeOptions }}
        - name: NODE_OPTIONS
          value: {{ . | quote }}
        {{- end }}
        {{- with $values.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      startupProbe:
        {{- include "transledger.probe" (dict "path" "/health/live" "port" $port "probe" $values.startupProbe) | nindent 8 }}
      # Never what depends on another server: starting again mends none.
      livenessProbe:
        {{- include "transledger.probe" (dict "path" "/health/live" "port" $port "probe" $values.livenessProbe) | nindent 8 }}
      readinessProbe:
        {{- include "transledger.probe" (dict "path" "/health/ready" "port" $port "probe" $values.readinessProbe) | nindent 8 }}
      {{- with int $values.preStopSleepSeconds }}
      lifecycle:
        preStop:
          sleep:
            seconds: {{ . }}
      {{- end }}
      resources:
        {{- if $isInference }}
        {{- include "transledger.inferenceResources" $root | nindent 8 }}
        {{- else }}
        {{- toYaml $values.resources | nindent 8 }}
        {{- end }}
      volumeMounts:
        {{- include "transledger.volumeMounts" . | nindent 8 }}
  volumes:
    {{- include "transledger.volumes" . | nindent 4 }}
{{- end -}}
