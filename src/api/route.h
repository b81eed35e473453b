#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "api/answer.h"
#include "api/caller.h"
#include "api/form_reader.h"
#include "api/query_string.h"
#include "base/result.h"
#include "domain/settings/scope.h"
#include "net/http.h"
#include "storage/database/database.h"
#include "storage/files/files_directory.h"

namespace tradewind::api {

// A route that anyone may call without a key.
struct Public {};
// A route of the management interface: `admin` does instead of its scope.
struct Managed {
    domain::Scope scope;
};
// A route for everybody who is known, by a key or a session, whatever they may do.
struct Anybody {};
using Access = std::variant<Public, domain::Scope, Managed, Anybody>;

// What a route reads of the request's body. Json: whatever its content type says, unless that is a form. A file goes to
// the disk as it comes, and is looked at by the handler; so does the file in a form. Any: even a form.
enum class BodyKind { Ignored, Json, File, Form, Any };

inline constexpr std::uint64_t json_body_bytes_max = 1024 * 1024;

// Of a body that is a file: where it goes, and what it may be.
struct Upload {
    const storage::FilesDirectory* files;
    std::uint64_t bytes_max;
    std::span<const std::string_view> content_types;  // Lower case, static.
};

// Of a body that is a form with a file in it: where the file goes, and how large it may be.
struct FormUpload {
    const storage::FilesDirectory* files;
    std::uint64_t file_bytes_max;
};

// One request on its way through a handler. The request is valid until the handler returns; the answer may be moved on.
struct Call {
    const net::HttpRequest& request;
    std::vector<std::string> parameters;  // Those of the path, decoded, in their order.
    QueryString query;
    Caller caller;
    Answer answer;
    storage::Space space = storage::Space::Takes;      // What its route says.
    std::optional<storage::UnfinishedFile> file = {};  // The body, or the file in it, of a route that takes one.
    std::optional<Form> form = {};                     // Of a route that takes a form.

    // Of what it writes.
    [[nodiscard]] storage::WriteTerms write_terms() const {
        return {storage::Priority::Request, space, caller.sender()};
    }
};

// One operation of the interface. There is no way to leave out who may call it.
class Route {
  public:
    // Called on I/O threads, several at once.
    using Handler = std::function<void(Call&)>;

    Route(net::Method method, std::string_view path, Access access, BodyKind body, Handler handler)
        : method_(method),
          path_(path),
          access_(access),
          body_(body),
          handler_(std::move(handler)),
          space_(method == net::Method::Delete ? storage::Space::GivesBack : storage::Space::Takes) {}

    [[nodiscard]] net::Method method() const { return method_; }
    // As documented: `/admin/v1/api-keys/{id}`.
    [[nodiscard]] std::string_view path() const { return path_; }
    [[nodiscard]] const Access& access() const { return access_; }
    [[nodiscard]] BodyKind body() const { return body_; }
    void handle(Call& call) const { handler_(call); }

    // A route that takes a file.
    Route(net::Method method, std::string_view path, Access access, Upload upload, Handler handler)
        : Route(method, path, access, BodyKind::File, std::move(handler)) {
        upload_ = upload;
        body_bytes_max_ = upload.bytes_max;
    }
    // Of a route that takes a file.
    [[nodiscard]] const std::optional<Upload>& upload() const { return upload_; }

    // A route that takes a form.
    Route(net::Method method, std::string_view path, Access access, FormUpload upload, Handler handler)
        : Route(method, path, access, BodyKind::Form, std::move(handler)) {
        form_upload_ = upload;
        body_bytes_max_ = upload.file_bytes_max + form_beside_file_bytes_max;
    }
    // Of a route that takes a form.
    [[nodiscard]] const std::optional<FormUpload>& form_upload() const { return form_upload_; }

    [[nodiscard]] std::uint64_t body_bytes_max() const { return body_bytes_max_; }
    Route with_body_bytes_max(std::uint64_t most) && {
        body_bytes_max_ = most;
        return std::move(*this);
    }

    // Whether its work may run while the disk is full: every DELETE, and what says so here.
    Route giving_space_back() && {
        space_ = storage::Space::GivesBack;
        return std::move(*this);
    }
    [[nodiscard]] storage::Space space() const { return space_; }

    // A route by which people sign in: only a page of ours may call it.
    Route signing_in() && {
        is_signing_in_ = true;
        return std::move(*this);
    }
    [[nodiscard]] bool is_signing_in() const { return is_signing_in_; }

    // A route whose answers tell of one thing that has an `updatedAt`: they carry its ETag.
    Route with_tag() && {
        has_tag_ = true;
        return std::move(*this);
    }
    [[nodiscard]] bool has_tag() const { return has_tag_; }

    // A refusal that comes before anything is said about the body, by the decoded parameters of the path.
    using Check = std::function<base::Result<void>(const Caller& caller, const std::vector<std::string>& parameters)>;
    Route with_check(Check check) && {
        check_ = std::move(check);
        return std::move(*this);
    }
    [[nodiscard]] const Check& check() const { return check_; }

    // Further headers of every answer on this route, whole lines, from the path as it was sent.
    using HeaderLines = std::function<std::string(std::string_view path)>;
    Route with_header_lines(HeaderLines lines) && {
        header_lines_ = std::move(lines);
        return std::move(*this);
    }
    [[nodiscard]] std::string header_lines(std::string_view path) const {
        return header_lines_ ? header_lines_(path) : std::string();
    }

  private:
    net::Method method_;
    std::string_view path_;
    Access access_;
    BodyKind body_;
    Handler handler_;
    storage::Space space_;
    bool is_signing_in_ = false;
    bool has_tag_ = false;
    std::optional<Upload> upload_ = {};
    std::optional<FormUpload> form_upload_ = {};
    std::uint64_t body_bytes_max_ = json_body_bytes_max;
    Check check_;
    HeaderLines header_lines_;
};

}  // namespace tradewind::api
