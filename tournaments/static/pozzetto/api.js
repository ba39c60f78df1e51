// The documentation of the interface, drawn by Swagger UI; who is signed in may try changes too.
const place = document.getElementById("swagger-ui");
SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  docExpansion: "list",
  persistAuthorization: false,
  validatorUrl: null,
  requestInterceptor: (request) => {
    if (!request.headers.Authorization) request.headers["X-CSRFToken"] = place.dataset.csrf;
    return request;
  },
});
